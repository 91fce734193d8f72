// The server, asked with the token of the session. A failure is an Error with a code and a message.

let csrf = "";
export function knows(token) { csrf = token; }

// What the server says in a line of a terminal, as a sentence of a page; an id or a name at its
// beginning stays as it is.
function sentence(text) {
  const begun = /^[a-z]+[ ,]/.test(text) ? text[0].toUpperCase() + text.slice(1) : text;
  return /[.?!)…]$/.test(begun) ? begun : `${begun}.`;
}

export class Failure extends Error {
  constructor(status, code, message, body) {
    super(sentence(message));
    Object.assign(this, { status, code, body });
  }
}

async function asked(method, path, body) {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json", "X-CSRF-Token": csrf },
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: "same-origin",
    });
  } catch {
    throw new Failure(0, "offline", "The server does not answer. Nothing that was saved is lost.", null);
  }
  let told = null;
  try { told = await answer.json(); } catch { /* an answer without a body */ }
  if (!answer.ok) {
    const error = told?.error ?? {};
    throw new Failure(answer.status, error.code ?? "http", error.message ?? `HTTP ${answer.status}`, told);
  }
  return told;
}

export const get = (path, query = {}) => {
  const said = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== "" && value !== undefined && value !== null));
  return asked("GET", said.size ? `${path}?${said}` : path);
};
export const post = (path, body = {}) => asked("POST", path, body);
