import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { RefusedError, UnreachableError } from './call-errors.ts'

interface PagedQuestion<Item> {
  /** What is asked for, in a text: another one begins another list. */
  question: string
  /** A page by its number from 1. */
  load: (page: number) => Promise<{ list: readonly Item[]; total: number }>
  keyOf: (item: Item) => string
  size: number
  /** Whether it is to be asked at all, by now. */
  isWanted?: boolean
  /** The first page, where it is known already, and what it answers. */
  first?: FirstPage<Item> | null
}

export interface FirstPage<Item> {
  question: string
  list: readonly Item[]
  total: number
}

export interface PagedList<Item> {
  /** Without those that are hidden. */
  items: readonly Item[]
  phase: 'loading' | 'failed' | 'idle'
  /** Whether what is shown answers an earlier question still. */
  isStale: boolean
  isWhole: boolean
  /** Asks for the next page; nothing where one is on its way. */
  more: () => void
  /** Tries again after a failure. */
  retry: () => void
  /** Asks for everything anew; what is there stays until it is answered. */
  renew: () => void
  /** Takes items away at once, before and whether or not the station has. */
  hide: (keys: readonly string[]) => void
  /** Brings hidden ones back to their places. */
  show: (keys: readonly string[]) => void
  /** Takes over what became of the items. */
  change: (change: (items: readonly Item[]) => readonly Item[]) => void
}

interface State<Item> {
  /** What the items answer. */
  question: string
  items: readonly Item[]
  phase: 'loading' | 'failed' | 'idle'
  /** The question that could not be answered. */
  failedAt: string | null
  isWhole: boolean
  hidden: ReadonlySet<string>
}

const nothing: State<never> = {
  question: '',
  items: [],
  phase: 'loading',
  failedAt: null,
  isWhole: false,
  hidden: new Set(),
}

/** A list that grows by pages, and from which things can be taken and brought back without asking for it anew. */
export function usePagedList<Item>(paged: PagedQuestion<Item>): PagedList<Item> {
  const { question, load, keyOf, size, isWanted = true, first = null } = paged
  const [state, setState] = useState<State<Item>>(() => (first ? begunWith(first) : nothing))
  /** What was asked last: only the answer to that is taken. */
  const turn = useRef({ question })
  const visible = state.items.filter((item) => !state.hidden.has(keyOf(item)))
  const isStale = state.question !== question
  const phase = isStale ? (state.failedAt === question ? 'failed' : 'loading') : state.phase

  const ask = (isFirst: boolean): void => {
    const asked = (turn.current = { question })
    // What was taken away makes the pages behind move up: the same number may hold something new.
    const page = isFirst ? 1 : Math.floor(visible.length / size) + 1
    load(page).then(
      (reply) => {
        if (asked === turn.current)
          setState((before) =>
            withPage(isFirst ? nothing : before, { ...reply, question, keyOf, isLast: page * size >= reply.total }),
          )
      },
      (err: unknown) => {
        if (!(err instanceof RefusedError || err instanceof UnreachableError)) throw err
        if (asked === turn.current) setState((before) => ({ ...before, phase: 'failed', failedAt: question }))
      },
    )
  }
  const begin = useEffectEvent(() => {
    if (isStale) ask(true)
    // Back at what is shown: the answer to the question between comes too late.
    else if (turn.current.question !== question) turn.current = { question }
  })
  useEffect(() => {
    if (isWanted) begin()
  }, [question, isWanted])

  const askAgain = (): void => {
    setState((before) => ({ ...before, phase: 'loading', failedAt: null }))
    ask(isStale)
  }
  const again = useEffectEvent(askAgain)
  const isFailed = phase === 'failed'
  useEffect(() => {
    if (!isFailed) return
    const listener = (): void => again()
    addEventListener('online', listener)
    return () => removeEventListener('online', listener)
  }, [isFailed])

  return {
    items: visible,
    phase,
    isStale,
    isWhole: state.isWhole,
    more: () => {
      if (phase === 'idle' && !state.isWhole) askAgain()
    },
    retry: askAgain,
    renew: () => ask(true),
    hide: (keys) => setState((before) => ({ ...before, hidden: new Set([...before.hidden, ...keys]) })),
    show: (keys) => setState((before) => ({ ...before, hidden: without(before.hidden, keys) })),
    change: (change) => setState((before) => ({ ...before, items: change(before.items) })),
  }
}

const without = (hidden: ReadonlySet<string>, keys: readonly string[]): ReadonlySet<string> =>
  new Set([...hidden].filter((key) => !keys.includes(key)))

const begunWith = <Item>({ question, list, total }: FirstPage<Item>): State<Item> => ({
  ...nothing,
  question,
  items: list,
  phase: 'idle',
  isWhole: list.length >= total,
})

interface Page<Item> {
  list: readonly Item[]
  question: string
  keyOf: (item: Item) => string
  isLast: boolean
}

function withPage<Item>(before: State<Item>, { list, question, keyOf, isLast }: Page<Item>): State<Item> {
  const known = new Set(before.items.map(keyOf))
  const added = list.filter((item) => !known.has(keyOf(item)))
  // A page that brings nothing new would be asked for for ever.
  const isWhole = isLast || added.length === 0
  return { ...before, question, items: [...before.items, ...added], phase: 'idle', failedAt: null, isWhole }
}
