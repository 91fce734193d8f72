// What to do where a decision was not made: it stays with the reading that it was about, whatever is
// open by then.

import { conflict, dialog } from "./dialogs.js";
import { el, toast } from "./dom.js";

const SIGNED_OUT = "You are signed out, and your last decision was not saved. All earlier ones are.";

// What came of it in the end: an answer, or null.
export async function refused(desk, error, what, reading, again) {
  const here = reading === desk.reading;
  if (error.status === 401) {
    toast(SIGNED_OUT, { label: "Sign in", action: () => location.reload(), kind: "bad" });
  } else if (error.code !== "conflict") {
    const more = error.code === "offline" ? { label: "Try again", action: again } : {};
    toast(here ? error.message : `${reading.held.id}: ${error.message}`, { ...more, kind: "bad" });
  } else if (!here) {
    missed(reading, what);
  } else {
    return asked(desk, error.body?.readings?.[reading.layer], what, reading, again);
  }
  return null;
}

// A stand-in with a word that is private in the document: whether it is meant all the same.
export function confirmed(error) {
  return dialog("Private in this document", el("p", {}, error.message),
    [["Cancel", null], ["Use it anyway", true]]);
}

async function asked(desk, theirs, what, reading, again) {
  if (!theirs) { await desk.open(reading.number, { layer: reading.layer }); return null; }
  const chosen = await conflict(reading, theirs, what);
  reading.take(theirs, true, false);
  reading.changed({ touched: null, names: [] });
  return chosen === "mine" ? again() : null;
}

// The reader has gone on, and what they decided before was not made.
function missed(reading, what) {
  const there = `#/${reading.layer ? "decide" : "document"}/${reading.number}`;
  const told = `${reading.held.id} was changed elsewhere, and your last decision there was not made: ${what}.`;
  toast(told, { label: "Go there", action: () => { location.hash = there; }, kind: "bad" });
}
