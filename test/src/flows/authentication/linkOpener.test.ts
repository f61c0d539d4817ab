import { assert, describe, it } from "vitest"
import { openerOf } from "../../../../src/flows/authentication/linkOpener.ts"

describe("the program that opens a link", () => {
  const systems: ReadonlyArray<[what: string, platform: string, env: Record<string, string>, opener?: Array<string>]> =
    [
      ["a link is opened by open on macOS", "darwin", {}, ["open"]],
      ["a link is opened by the system's handler on Windows, without a shell", "win32", {}, [
        "rundll32",
        "url.dll,FileProtocolHandler"
      ]],
      ["a link is opened by xdg-open on Linux with X11", "linux", { DISPLAY: ":0" }, ["xdg-open"]],
      ["a link is opened by xdg-open on Linux with Wayland", "linux", { WAYLAND_DISPLAY: "wayland-0" }, ["xdg-open"]],
      ["a link is opened by the Windows program in WSL", "linux", { WSL_DISTRO_NAME: "Ubuntu" }, ["wslview"]],
      ["no link is opened on Linux without a screen", "linux", {}],
      ["a link is opened by the program in BROWSER, even over SSH", "linux", { BROWSER: "lynx", SSH_CONNECTION: "a" }, [
        "lynx"
      ]],
      ["no link is opened if BROWSER is empty", "darwin", { BROWSER: "" }],
      ["no link is opened if BROWSER is none", "win32", { BROWSER: "none" }],
      ...["darwin", "win32", "linux"].map((platform): [string, string, Record<string, string>] => [
        `no link is opened over SSH to ${platform}`,
        platform,
        { SSH_CONNECTION: "10.0.0.1 5 10.0.0.2 22", DISPLAY: ":0" }
      ])
    ]
  for (const [what, platform, env, opener] of systems) {
    it(what, () => assert.deepStrictEqual(openerOf({ platform, env }), opener as ReturnType<typeof openerOf>))
  }
})
