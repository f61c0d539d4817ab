/** Transitions between the steps of screens, between sections, and of dialogs and menus. */
import type { Page } from "playwright-core"
import { assert, describe, it } from "vitest"
import { gallery } from "./gallery.ts"

const { showing } = gallery(() => true)

/** A screen's state, and the state that replaces it in use. The last part is the width of the window. */
const steps: ReadonlyArray<readonly [screen: string, from: string, to: string, width: number]> = [
  ["signIn", "everything", "code sent", 900],
  ["signIn", "everything", "code sent", 390],
  ["forgotPassword", "ask", "sent", 900],
  ["passwordReset", "ask", "done", 900],
  ["teamInvitation", "ask", "done", 390],
  ["accountTeams", "ready", "team", 900],
  ["accountTeams", "ready", "team", 390],
  ["accountSettingsDialog", "no section chosen", "sessions", 900],
  ["accountSettingsDialog", "no section chosen", "sessions", 390],
  ["userButton", "picture", "open", 900],
  ["signIn", "everything", "busy", 900]
]

type Preference = "no-preference" | "reduce"

/** Shows a step, and then the next one in its place. Returns the page before its animations end. */
const stepped = async ([screen, from, to, width]: typeof steps[number], reducedMotion: Preference) => {
  const page = await showing(screen, from)
  await page.setViewportSize({ width, height: 700 })
  await page.emulateMedia({ reducedMotion })
  await page.evaluate(async ([screen, from]) => {
    show([{ screen, state: from, isAlone: false }], { inPlace: true })
    await Promise.allSettled(document.getAnimations().flatMap((each) => isFinite(endOf(each)) ? [each.finished] : []))
    function endOf({ effect }: Animation) {
      return Number(effect?.getComputedTiming().endTime)
    }
  }, [screen, from] as const)
  await page.evaluate(
    ([screen, to]) => show([{ screen, state: to, isAlone: false }], { inPlace: true }),
    [screen, to] as const
  )
  return page
}

interface Motion {
  readonly properties: ReadonlyArray<string>
  /** In milliseconds. Infinite for spinners and placeholders. */
  readonly end: number
}

/** Returns the running animations and transitions. */
const motionsOf = (page: Page): Promise<ReadonlyArray<Motion>> =>
  page.evaluate(() =>
    document.getAnimations().map(({ effect }) => ({
      properties: (effect as KeyframeEffect).getKeyframes()
        .flatMap((keyframe) => Object.keys(keyframe))
        .filter((key) => !["offset", "computedOffset", "easing", "composite"].includes(key)),
      end: Number(effect?.getComputedTiming().endTime)
    }))
  )

/** Returns the place and size of every element without the travel of animations, and which element has focus. */
const layoutOf = (page: Page) =>
  page.evaluate(() => {
    const travelOf = (element: Element | null): readonly [number, number] => {
      if (element === null) return [0, 0]
      const [x = 0, y = 0] = getComputedStyle(element).translate.split(" ").map((each) => parseFloat(each) || 0)
      const [right, down] = travelOf(element.parentElement)
      return [x + right, y + down]
    }
    const seen = [...document.querySelectorAll(".lk-page, .lk-page :not(.lk-busy)")]
      .filter((element) => element.checkVisibility())
    return seen.map((element) => {
      const { height, width, x, y } = element.getBoundingClientRect()
      const [right, down] = travelOf(element)
      return {
        name: element.outerHTML.slice(0, 80),
        hasFocus: element === document.activeElement,
        place: [x - right, y - down, width, height]
      }
    })
  })

type Layout = Awaited<ReturnType<typeof layoutOf>>

/** Returns the elements that differ in focus, or in a place or size by a pixel or more. */
const changesOf = (before: Layout, after: Layout): ReadonlyArray<string> => {
  assert.deepStrictEqual(before.map(({ name }) => name), after.map(({ name }) => name))
  return before.flatMap(({ hasFocus, name, place }, index) => {
    const then = after[index]!
    const isSame = hasFocus === then.hasFocus && place.every((each, side) => Math.abs(each - then.place[side]!) < 1)
    return isSame ? [] : [`${name}: ${place.join()}, then ${then.place.join()}`]
  })
}

const endAll = (page: Page) =>
  page.evaluate(() => {
    for (const each of document.getAnimations()) {
      if (isFinite(Number(each.effect?.getComputedTiming().endTime))) each.finish()
    }
  })

describe("transitions", () => {
  it.each(steps)(
    "the step of %s from %s to %s at %i px only fades and travels, for at most 180 ms, in its final layout",
    async (...step) => {
      const page = await stepped(step, "no-preference")
      const motions = (await motionsOf(page)).filter(({ end }) => isFinite(end))
      const during = await layoutOf(page)
      await endAll(page)

      const isSame = step[2] === "busy"
      assert.strictEqual(motions.length === 0, isSame, "a form that becomes busy stays, and every other step comes in")
      assert.deepStrictEqual(
        motions.flatMap(({ properties }) => properties).filter((each) => each !== "opacity" && each !== "translate"),
        []
      )
      assert.isAtMost(Math.max(0, ...motions.map(({ end }) => end)), 180)
      assert.deepStrictEqual(changesOf(during, await layoutOf(page)), [])
    }
  )

  it.each(steps)("the step of %s from %s to %s at %i px doesn't move with reduced motion", async (...step) => {
    const page = await stepped(step, "reduce")

    const motions = await motionsOf(page)
    const styles = await page.locator(".lk-page, .lk-page *").evaluateAll((all) =>
      all.flatMap((element) =>
        ["", "::before", "::backdrop"].map((part) => getComputedStyle(element, part).transitionDuration)
      )
    )

    assert.deepStrictEqual(motions.filter(({ end }) => isFinite(end)), [])
    assert.deepStrictEqual([...new Set(styles)], ["0s"])
  })

  it.each(["no-preference", "reduce"] as const)(
    "a placeholder appears after 150 ms, at the motion preference %s",
    async (reducedMotion) => {
      const page = await showing("accountSettings", "leaving")
      await page.emulateMedia({ reducedMotion })

      const seen = await page.evaluate(() => {
        show(states.filter(({ screen, state }) => screen === "accountSettings" && state === "leaving"))
        const shape = document.querySelector(".lk-shape")!
        const [late] = shape.getAnimations()
        late!.pause()
        return [0, 149, 151].map((time) => {
          late!.currentTime = time
          return getComputedStyle(shape).visibility
        })
      })

      assert.deepStrictEqual(seen, ["hidden", "hidden", "visible"])
    }
  )
})
