// The categories: which have a key of their own, and how each is drawn. Colours are from the palette
// of Okabe and Ito, which people with any kind of colour blindness can tell apart; the line below a
// mark differs, too.

const FIRST = ["PERSON", "LOCATION", "ORGANIZATION", "DATE", "AGE", "PHONE_NUMBER", "EMAIL_ADDRESS", "ID", "OCCUPATION", "UNKNOWN"];
const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"];
const OWN_KEYS = ["a", "d", "i", "j", "k", "n", "p", "q"]; // for what the policy defines itself
const FAMILIES = {
  PERSON: 1, USERNAME: 1, SPELLING: 1, TITLE: 1,
  LOCATION: 2,
  ORGANIZATION: 3, PRODUCT: 3, DRUG: 3, CREATIVE_WORK: 3,
  DATE_TIME: 4,
  AGE: 5, NRP: 5, DEMOGRAPHIC: 5, OCCUPATION: 5, GENDER: 5, FAMILY: 5,
  PHONE_NUMBER: 6, EMAIL_ADDRESS: 6, URL: 6, IP_ADDRESS: 6, MAC_ADDRESS: 6,
  ID: 7, CREDIT_CARD: 7, BANK_ACCOUNT: 7, PASSWORD: 7,
};

export class Palette {
  constructor(categories) {
    this.categories = categories;
    this.known = new Map(categories.map((one) => [one.name, one]));
    this.keyed = [
      ...FIRST.filter((name) => this.known.has(name)).map((name, at) => ({ name, key: KEYS[at] })),
      ...categories.filter((one) => one.own).slice(0, OWN_KEYS.length).map(({ name }, at) => ({ name, key: OWN_KEYS[at] })),
    ];
    this.byKey = new Map(this.keyed.map((one) => [one.key, one.name]));
    this.keyOf = new Map(this.keyed.map((one) => [one.name, one.key]));
  }
  family(name) {
    let at = name;
    for (let step = 0; at && step < 9; step += 1) {
      if (FAMILIES[at]) return FAMILIES[at];
      at = this.known.get(at)?.parent;
    }
    return 8;
  }
}

export const said = (name) => name.toLowerCase().replaceAll("_", " ");

// What a reader says of a place where another says something else.
export const differing = (what, value) => {
  if (what === "category") return value ? said(value) : "no mark";
  if (what === "who") return value ? `is ${value}` : "–";
  return value ? `stand-in: ${value}` : "the policy’s stand-in";
};
