/** Finds many words in a text in one pass (Aho and Corasick, 1975). */
export interface WordAutomaton {
  /**
   * Calls `visit` with each occurrence: the word's index in the list, and the index of its last letter. Of words with
   * the same end the longest comes first. Returning `true` stops the search.
   */
  find(letters: readonly string[], visit: (word: number, end: number) => boolean): void
}

const root = 0
/** Above any code point: an edge is keyed by its node and letter in one number. */
const edgeBase = 0x20_0000

/** @param words letters of each; empty ones are never found. Of equal ones the first is found. */
export function createWordAutomaton(words: readonly (readonly string[])[]): WordAutomaton {
  const { edges, nodes } = buildTrie(words)
  const childOf = (node: number, letter: number): number | undefined => edges.get(node * edgeBase + letter)
  // Children come after their parents, but not in order of depth; suffix links need the shallower nodes first.
  const fallback = new Int32Array(nodes.length)
  /** The nearest node along the suffix links where a word ends; root if there is none. */
  const nextEnd = new Int32Array(nodes.length)

  const nextState = (from: number, letter: number): number => {
    for (let node = from; ; node = fallback[node] ?? root) {
      const next = childOf(node, letter)
      if (next !== undefined) return next
      if (node === root) return root
    }
  }
  for (const node of byDepth(nodes)) {
    const { parent, letter, depth } = nodes[node] ?? rootNode
    if (depth < 2) continue
    const suffix = nextState(fallback[parent] ?? root, letter)
    fallback[node] = suffix
    nextEnd[node] = nodes[suffix]?.word === noWord ? (nextEnd[suffix] ?? root) : suffix
  }

  return {
    find(letters, visit) {
      let node = root
      for (const [end, letter] of letters.entries()) {
        node = nextState(node, letter.codePointAt(0) ?? 0)
        for (let at = node; at !== root; at = nextEnd[at] ?? root) {
          const word = nodes[at]?.word ?? noWord
          if (word !== noWord && visit(word, end)) return
        }
      }
    },
  }
}

const noWord = -1

interface TreeNode {
  parent: number
  letter: number
  depth: number
  /** The index of the word that ends here. */
  word: number
}

const rootNode: TreeNode = { parent: root, letter: 0, depth: 0, word: noWord }

function buildTrie(words: readonly (readonly string[])[]): { edges: Map<number, number>; nodes: TreeNode[] } {
  const edges = new Map<number, number>()
  const nodes: TreeNode[] = [{ ...rootNode }]
  for (const [index, word] of words.entries()) {
    let node = root
    for (const character of word) {
      const letter = character.codePointAt(0) ?? 0
      const edge = node * edgeBase + letter
      const known = edges.get(edge)
      if (known === undefined) {
        nodes.push({ parent: node, letter, depth: (nodes[node]?.depth ?? 0) + 1, word: noWord })
        edges.set(edge, nodes.length - 1)
      }
      node = known ?? nodes.length - 1
    }
    const last = nodes[node]
    if (last && node !== root && last.word === noWord) last.word = index
  }
  return { edges, nodes }
}

/** The nodes in order of depth. */
function byDepth(nodes: readonly TreeNode[]): number[] {
  const levels: number[][] = []
  for (const [node, { depth }] of nodes.entries()) {
    const level = levels[depth] ?? []
    levels[depth] = level
    level.push(node)
  }
  return levels.flat()
}
