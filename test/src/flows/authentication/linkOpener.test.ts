import { assert, describe, it } from "vitest"
import { openerOf } from "../../../../src/flows/authentication/linkOpener.ts"

describe("the program that opens a link", () => {
  const systems: ReadonlyArray<[what: string, platform: string, env: Record<string, string>, opener?: Array<string>]> =
    [
      ["on macOS is open", "darwin", {}, ["open"]],
      ["on Windows is the system's handler, without a shell", "win32", {}, ["rundll32", "url.dll,FileProtocolHandler"]],
      ["on Linux with X11 is xdg-open", "linux", { DISPLAY: ":0" }, ["xdg-open"]],
      ["on Linux with Wayland is xdg-open", "linux", { WAYLAND_DISPLAY: "wayland-0" }, ["xdg-open"]],
      ["on Linux within Windows is that of Windows", "linux", { WSL_DISTRO_NAME: "Ubuntu" }, ["wslview"]],
      ["is none on Linux without a screen", "linux", {}],
      ["is the one that BROWSER names, over SSH too", "linux", { BROWSER: "lynx", SSH_CONNECTION: "a" }, ["lynx"]],
      ["is none when BROWSER is empty", "darwin", { BROWSER: "" }],
      ["is none when BROWSER is none", "win32", { BROWSER: "none" }],
      ...["darwin", "win32", "linux"].map((platform): [string, string, Record<string, string>] => [
        `is none over SSH to ${platform}`,
        platform,
        { SSH_CONNECTION: "10.0.0.1 5 10.0.0.2 22", DISPLAY: ":0" }
      ])
    ]
  for (const [what, platform, env, opener] of systems) {
    it(what, () => assert.deepStrictEqual(openerOf({ platform, env }), opener as ReturnType<typeof openerOf>))
  }
})
