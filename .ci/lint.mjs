/**
 * Lint rules of this repository. `no-ambient-time`: time and randomness must come from Effect's `Clock`, `Schedule` and
 * `Random`, so that tests can control them. `no-bare-text`: text in JSX must have its own element, so that browsers can
 * translate pages. `forward-all-arguments`: a wrapper of a service must forward every argument. `no-own-limit`: checks
 * take their time limits from one file.
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

const LOST =
  "Forward the remaining arguments too: (first, ...rest) => service.member(first, ...rest). TypeScript accepts a wrapper "
  + "with fewer parameters than the member has, which would lose an argument."

/** Calls `found` with each node of a tree. */
const walk = (node, found) => {
  if (Array.isArray(node)) return node.forEach((each) => walk(each, found))
  if (typeof node?.type !== "string") return
  found(node)
  for (const [name, child] of Object.entries(node)) if (name !== "parent") walk(child, found)
}

/** Wrappers of a service: `{ ...service, member: () => service.member() }` and `({ member }) => ({ member: () => member() })`. */
const forwardAllArguments = {
  meta: { type: "problem", docs: { description: "Requires wrappers to forward all arguments" } },
  create: (context) => {
    const textOf = (node) => context.sourceCode.getText(node)
    /** Whether a name is a member that a function takes out of its argument. */
    const isTakenOut = (name, node) => {
      for (let scope = context.sourceCode.getScope(node); scope; scope = scope.upper) {
        const variable = scope.set.get(name)
        if (variable === undefined) continue
        const [definition] = variable.defs
        return definition?.type === "Parameter" && definition.name.parent.type === "Property"
      }
      return false
    }
    return {
      ObjectExpression: (object) => {
        const wrapped = object.properties.filter(({ type }) => type === "SpreadElement").map(({ argument }) =>
          textOf(argument)
        )
        for (const { key, type, value } of object.properties) {
          if (type !== "Property" || key.type !== "Identifier" || !/Function/.test(value.type)) continue
          walk(value.body, (node) => {
            if (node.type !== "CallExpression") return
            const { callee } = node
            const isOriginal = callee.type === "Identifier"
              ? callee.name === key.name && isTakenOut(key.name, object)
              : callee.type === "MemberExpression" && callee.property.name === key.name
                && wrapped.includes(textOf(callee.object))
            if (isOriginal && node.arguments.at(-1)?.type !== "SpreadElement") context.report({ node, message: LOST })
          })
        }
      }
    }
  }
}

const OWN =
  "Use a limit of test/support/suite/hangMillis.ts: a slow machine needs more time than a check expects, and a limit only "
  + "ends what hangs."

const isLong = (node) => node?.type === "Literal" && typeof node.value === "number" && node.value >= 1000

const noOwnLimit = {
  meta: { type: "problem", docs: { description: "Requires the shared time limits" } },
  create: (context) => {
    const look = (node, value) => isLong(value) && context.report({ node, message: OWN })
    return {
      Property: (node) =>
        /^(?:timeout|\w+Timeout|\w*[lL]imitMillis|\w*[pP]atience\w*)$/.test(node.key.name) && look(node, node.value),
      VariableDeclarator: (node) =>
        /^(?:\w*[tT]imeout|\w*[lL]imit(?:Millis)?|\w*[pP]atience\w*)$/.test(node.id.name) && look(node, node.init),
      CallExpression: ({ arguments: [first, second], callee }) => {
        const name = callee.property?.name ?? callee.name
        if (/^setDefault\w*Timeout$/.test(name) || context.sourceCode.getText(callee) === "AbortSignal.timeout") {
          look(callee, first)
        }
        if (name === "setTimeout" && /^(?:Arrow)?Function/.test(first?.type ?? "")) look(callee, second)
      }
    }
  }
}

export default {
  meta: { name: "latchkey" },
  rules: {
    "forward-all-arguments": forwardAllArguments,
    "no-ambient-time": noAmbientTime,
    "no-bare-text": noBareText,
    "no-own-limit": noOwnLimit
  }
}
