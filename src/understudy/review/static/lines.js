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

  draw(page) {
    const name = page?.reading.selected;
    const left = name && page.nodeOf(name);
    const right = name && page.nodeOf(name, "standin");
    if (!left || !right || page.settings.view !== "both") { this.path.removeAttribute("d"); return; }
    const box = this.host.getBoundingClientRect();
    const a = left.getBoundingClientRect();
    const b = right.getBoundingClientRect();
    const [x1, y1] = [a.right - box.left, a.top + a.height / 2 - box.top + this.host.scrollTop];
    const [x2, y2] = [b.left - box.left, b.top + b.height / 2 - box.top + this.host.scrollTop];
    const bend = Math.max(24, (x2 - x1) / 2);
    this.svg.style.height = `${this.host.scrollHeight}px`;
    this.path.setAttribute("d", `M${x1} ${y1} C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`);
  }
}
