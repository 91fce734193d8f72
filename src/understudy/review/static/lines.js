// The line between an entity and its stand-in, where both are on the screen.

const SPACE = "http://www.w3.org/2000/svg";

export class Lines {
  constructor(host) {
    this.host = host;
    this.svg = document.createElementNS(SPACE, "svg");
    this.svg.setAttribute("class", "lines");
    this.svg.setAttribute("aria-hidden", "true");
    this.path = document.createElementNS(SPACE, "path");
    this.svg.append(this.path);
    host.append(this.svg);
  }

  // The middle of the gap between the two columns.
  page(page) {
    const left = page.node.querySelector(".original").getBoundingClientRect();
    const right = page.node.querySelector(".release").getBoundingClientRect();
    return (left.right + right.left) / 2;
  }

  draw(page) {
    const name = page?.reading.selected;
    const left = name && page.nodeOf(name);
    const right = name && page.nodeOf(name, "standin");
    if (!left || !right || page.settings.view !== "both") { this.path.removeAttribute("d"); return; }
    const box = this.host.getBoundingClientRect();
    const a = [...left.getClientRects()].at(-1);
    const b = right.getClientRects()[0];
    if (!a || !b) return;
    // Below the words, in the space between two lines, so that it strikes nothing through.
    const [x1, y1] = [a.right - box.left, a.bottom + 3 - box.top + this.host.scrollTop];
    const [x2, y2] = [b.left - box.left, b.bottom + 3 - box.top + this.host.scrollTop];
    const middle = this.page(page) - box.left;
    const bend = 18;
    this.svg.style.height = `${this.host.scrollHeight}px`;
    this.path.setAttribute("d", `M${x1 - 6} ${y1} H${middle - bend} C${middle} ${y1} ${middle} ${y2} ${middle + bend} ${y2} H${x2 + 6}`);
  }
}
