// What follows a decision: the stand-ins of the release, then what is private and stands unmarked.

const LONG = 200000; // characters, from which on repeats are looked for when asked
const [SHORTEST, LONGEST] = [120, 4000]; // milliseconds until stand-ins follow a decision
const LATER = 250; // milliseconds until repeats follow stand-ins

export class Following {
  constructor(isOpen) { this.isOpen = isOpen; }

  // When decisions pause, the longer the more work it is: in a book it must not hold up the next one.
  soon(reading) {
    clearTimeout(this.timer);
    const pause = Math.min(LONGEST, Math.max(SHORTEST, 2 * (reading.took ?? 0)));
    this.timer = setTimeout(() => this.now(reading), pause);
  }

  // One request at a time: what comes for a version that has passed is of no use to anybody.
  async now(reading) {
    if (reading.asking || !this.isOpen(reading)) return;
    const { version } = reading;
    const began = performance.now();
    reading.asking = true;
    try { await reading.loadRelease(); } catch { return; } finally { reading.asking = false; }
    reading.took = performance.now() - began;
    if (!this.isOpen(reading)) return;
    if (reading.version === version) this.repeats(reading); else this.soon(reading);
  }

  repeats(reading) {
    clearTimeout(this.later);
    if (reading.text.length > LONG) return;
    this.later = setTimeout(() => { if (this.isOpen(reading)) reading.loadRepeats().catch(() => {}); }, LATER);
  }
}
