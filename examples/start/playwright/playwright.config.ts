/** The quick start with Playwright. It starts the emulator and the app for the tests. */
import { defineConfig } from "@playwright/test"

export default defineConfig({
  testDir: "tests",
  // the dev server takes longer to respond to the first visit
  expect: { timeout: 30_000 },
  use: { baseURL: "http://localhost:5173" },
  webServer: [
    { command: "npx latchkey emulator --control", url: "http://127.0.0.1:8102/emulator" },
    { command: "npm run dev", url: "http://localhost:5173" }
  ]
})
