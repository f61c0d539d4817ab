/** Array methods that Hermes 0.12 lacks. */
const methods = {
  toReversed() {
    return this.slice().reverse()
  },
  toSorted(compare) {
    return this.slice().sort(compare)
  }
}
const { prototype } = Array
Object.entries(methods).forEach(([name, value]) => Object.defineProperty(prototype, name, { value }))
