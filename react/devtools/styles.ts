/** Styles of the panel, isolated in its shadow root. */
export const styles = `
:host { all: initial; display: block; color-scheme: light dark; --height: min(44vh, 420px); }
/* Space at the page's end, so that the panel doesn't cover the content. */
.room { block-size: var(--height); }
@media print { :host { display: none; } }
* { box-sizing: border-box; }
section, .open {
  --ink: light-dark(#1a1d24, #e8eaf0); --soft: light-dark(#596070, #a2a9b8); --line: light-dark(#d8dce4, #363b47);
  --ground: light-dark(#fff, #15171c); --raised: light-dark(#f3f4f8, #20232b); --accent: light-dark(#3346d3, #9aa9ff);
  --bad: light-dark(#b3161f, #ff9a97); --good: light-dark(#0b6b3c, #6fd6a0); --warn: light-dark(#8a5300, #f0b860);
  font: 400 13px/1.45 system-ui, sans-serif; color: var(--ink);
}
.open {
  position: fixed; inset-block-end: 12px; inset-inline-end: 12px; z-index: 2147483646;
  display: inline-flex; align-items: center; gap: 6px; padding: 6px 10px; min-block-size: 32px;
  border: 1px solid var(--line); border-radius: 999px; background: var(--ground); cursor: pointer;
  box-shadow: 0 2px 10px #0003;
}
section {
  position: fixed; inset: auto 0 0; z-index: 2147483646; block-size: var(--height); display: flex;
  flex-direction: column; background: var(--ground); border-block-start: 1px solid var(--line);
  box-shadow: 0 -6px 24px #0002;
}
header { display: flex; align-items: center; gap: 4px; padding: 4px 8px; background: var(--raised);
  border-block-end: 1px solid var(--line); flex-wrap: wrap; }
header h2 { margin: 0 8px; font-size: 13px; font-weight: 650; }
[role="tablist"] { display: flex; flex-wrap: wrap; flex: 1; }
button, select, input { font: inherit; color: inherit; }
button { min-block-size: 28px; padding: 3px 10px; border: 1px solid var(--line); border-radius: 6px;
  background: var(--ground); cursor: pointer; }
button:hover { border-color: var(--soft); }
[role="tab"] { border: 0; border-radius: 0; background: none; border-block-end: 2px solid transparent; color: var(--soft); }
[role="tab"][aria-selected="true"] { color: var(--ink); border-block-end-color: var(--accent); font-weight: 600; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
[role="tabpanel"] { flex: 1; overflow: auto; padding: 10px 14px 14px; }
p { margin: 0 0 8px; max-inline-size: 80ch; }
h3 { font-size: 12px; font-weight: 650; margin: 14px 0 4px; }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(190px, 1fr)); gap: 8px 20px; margin: 0; }
dt { color: var(--soft); font-size: 12px; } dd { margin: 0; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
code { font: 12px/1.5 ui-monospace, "Cascadia Mono", Menlo, monospace; }
table { border-collapse: collapse; inline-size: 100%; font-variant-numeric: tabular-nums; }
th { text-align: start; font-weight: 600; color: var(--soft); font-size: 12px; }
th, td { padding: 3px 14px 3px 0; border-block-end: 1px solid var(--line); vertical-align: top; }
.preview { max-block-size: 240px; overflow: auto; margin: 8px 0 0; padding: 8px 12px; border: 1px solid var(--line); border-radius: 8px; font-size: 12px; }
td ul { margin: 0; padding: 0; list-style: none; color: var(--soft); }
label { display: inline-flex; flex-wrap: wrap; align-items: center; gap: 6px; }
select, input { padding: 3px 6px; min-block-size: 28px; border: 1px solid var(--line); border-radius: 6px; background: var(--ground); }
.row { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin-block-end: 8px; }
[aria-pressed="true"] { border-color: var(--bad); color: var(--bad); }
[aria-pressed="true"]::before { content: "● " / ""; }
::placeholder { color: var(--soft); opacity: 1; }
input:not([type="number"]) { inline-size: 26ch; max-inline-size: 100%; }
form { border: 1px solid var(--line); border-radius: 6px; padding: 8px 12px 4px; margin-block-end: 8px; }
.soft { color: var(--soft); } .good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); }
a { color: var(--accent); overflow-wrap: anywhere; }
figure { margin: 0; } figcaption { color: var(--soft); margin-block-start: 6px; }
svg { display: block; inline-size: min(100%, 620px); block-size: auto; }
svg text { fill: var(--ink); font: 12px system-ui, sans-serif; } svg .axis { stroke: var(--line); }
svg .sure { fill: var(--accent); } svg .maybe { fill: var(--accent); opacity: 0.35; }
@media (forced-colors: active) { svg .sure { fill: CanvasText; } svg .maybe { fill: GrayText; opacity: 1; } }
`
