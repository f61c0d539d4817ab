/**
 * Lint rules of our own. Time and chance come from Effect's `Clock`, `Schedule` and `Random`, so that a test can hold
 * them still; the globals would escape it.
 */
const CLOCK = "Take the time from Clock or DateTime, so that TestClock can move it."
const WAIT = "Wait with Effect.sleep or a Schedule, so that TestClock can move it and interruption can end it."
const CHANCE = "Draw from Random, so that a test can seed it."

const members = new Map([["Date.now", CLOCK], ["performance.now", CLOCK], ["Math.random", CHANCE]])
const globals = new Map([["setTimeout", WAIT], ["setInterval", WAIT], ["Date", CLOCK]])

const noAmbientTime = {
  meta: { type: "problem", docs: { description: "Time and chance only from Effect's services" } },
  create: (context) => {
    const global = (name, node) => {
      for (let scope = context.sourceCode.getScope(node); scope; scope = scope.upper) {
        const variable = scope.set.get(name)
        if (variable !== undefined && variable.defs.length > 0) return false
      }
      return true
    }
    /** `Date` and `globalThis.Date` are both `Date`. */
    const nameOf = (node) => {
      if (node.type === "Identifier") return global(node.name, node) ? node.name : undefined
      if (node.type !== "MemberExpression" || node.computed) return undefined
      const object = nameOf(node.object)
      return object === "globalThis" || object === "window" ? node.property.name : `${object}.${node.property.name}`
    }
    const report = (node, message) => message !== undefined && context.report({ node, message })
    return {
      MemberExpression: (node) => report(node, members.get(nameOf(node))),
      CallExpression: (node) => report(node, globals.get(nameOf(node.callee))),
      NewExpression: (node) =>
        node.arguments.length === 0 && nameOf(node.callee) === "Date" ? report(node, CLOCK) : undefined
    }
  }
}

export default { meta: { name: "latchkey" }, rules: { "no-ambient-time": noAmbientTime } }
