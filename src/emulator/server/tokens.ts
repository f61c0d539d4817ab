/** CSS variables of the emulator's pages, the same as those of the sign-in screens. */
export const tokens = `
:root {
  color-scheme: light dark;
  --lk-text: light-dark(#15171c, #eef0f4);
  --lk-muted: light-dark(#5a6170, #a3abba);
  --lk-page: light-dark(#f5f6f8, #0e1013);
  --lk-surface: light-dark(#fff, #181b20);
  --lk-line: light-dark(#e2e4ea, #2d323b);
  --lk-control-line: color-mix(in oklab, var(--lk-text) 50%, var(--lk-surface));
  --lk-primary: light-dark(#3346d3, #93a4ff);
  --lk-on-primary: light-dark(#fff, #10142e);
  --lk-danger: light-dark(#b3161f, #ff9a97);
  --lk-success: light-dark(#0b6b3c, #6fd6a0);
  --lk-radius: 8px;
  --lk-font: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  --lk-tint: color-mix(in oklab, var(--lk-text) 4%, var(--lk-surface));
}
*, ::before, ::after { box-sizing: border-box }`
