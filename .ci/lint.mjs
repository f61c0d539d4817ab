/**
 * Lint rules of this repository. `no-ambient-time`: time and randomness must come from Effect's `Clock`, `Schedule` and
 * `Random`, so that tests can control them. `no-bare-text`: text in JSX must have its own element, so that browsers can
 * translate pages.
 */
const CLOCK = "Use Clock or DateTime for the time, so that TestClock can control it."
const WAIT = "Wait with Effect.sleep or a Schedule, so that TestClock can control it and interruption ends it."
const CHANCE = "Use Random, so that a test can seed it."

const members = new Map([["Date.now", CLOCK], ["performance.now", CLOCK], ["Math.random", CHANCE]])
const globals = new Map([["setTimeout", WAIT], ["setInterval", WAIT], ["Date", CLOCK]])

const noAmbientTime = {
  meta: { type: "problem", docs: { description: "Requires Effect's services for time and randomness" } },
  create: (context) => {
    const global = (name, node) => {
      for (let scope = context.sourceCode.getScope(node); scope; scope = scope.upper) {
        const variable = scope.set.get(name)
        if (variable !== undefined && variable.defs.length > 0) return false
      }
      return true
    }
    /** Returns the name of a global variable. `Date` and `globalThis.Date` both return `Date`. */
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

const BARE =
  "Put this text into its own element, or its siblings into inSpans: browsers that translate pages replace text nodes."

/** Whether an expression evaluates to text. */
const isText = (node) => {
  switch (node.type) {
    case "Literal":
      return ["string", "number"].includes(typeof node.value) && String(node.value).trim() !== ""
    case "TemplateLiteral":
    case "BinaryExpression":
      return true
    // The screens read texts as members, such as `texts.title`. Elements aren't members: they are in variables, or are
    // results of calls.
    case "MemberExpression":
      return true
    case "CallExpression":
      return node.callee.type === "Identifier" && ["interpolate", "String", "waitText"].includes(node.callee.name)
    case "ConditionalExpression":
      return isText(node.consequent) || isText(node.alternate)
    case "LogicalExpression":
      return isText(node.right) || (node.operator !== "&&" && isText(node.left))
    default:
      return false
  }
}

/** Whether React renders a child in JSX. Whitespace with a line break isn't rendered. */
const counts = (child) =>
  child.type === "JSXText"
    ? !/^\s*$/.test(child.value)
    : child.type !== "JSXExpressionContainer"
      || (child.expression.type !== "JSXEmptyExpression"
        && !(child.expression.type === "Literal" && String(child.expression.value).trim() === ""))

const noBareText = {
  meta: { type: "problem", docs: { description: "Requires an element for text with siblings" } },
  create: (context) => {
    const look = (children, isElement) => {
      const shown = children.filter(counts)
      // text that is the only child of an element belongs to this element
      if (isElement && shown.length < 2) return
      for (const child of shown) {
        const bare = child.type === "JSXText" || (child.type === "JSXExpressionContainer" && isText(child.expression))
        if (bare) context.report({ node: child, message: BARE })
      }
    }
    return {
      JSXElement: ({ children, openingElement: { name } }) =>
        // components wrap text among their children in elements
        name.type === "JSXIdentifier" && /^[a-z]/.test(name.name) ? look(children, true) : undefined,
      JSXFragment: ({ children }) => look(children, false)
    }
  }
}

export default { meta: { name: "latchkey" }, rules: { "no-ambient-time": noAmbientTime, "no-bare-text": noBareText } }
