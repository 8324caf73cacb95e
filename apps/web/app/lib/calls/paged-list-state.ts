export interface FirstPage<Item> {
  query: string
  list: readonly Item[]
  total: number
}

/** What a paged list shows. */
export interface PagedListState<Item> {
  /** The query that the items belong to. */
  query: string
  items: readonly Item[]
  phase: 'loading' | 'failed' | 'idle'
  /** The query that failed. */
  failedQuery: string | null
  isComplete: boolean
  hidden: ReadonlySet<string>
  /** Whether some of the items are the reply to a signed-in user, or were changed by one. */
  isOfUser: boolean
}

export const emptyState: PagedListState<never> = {
  query: '',
  items: [],
  phase: 'loading',
  failedQuery: null,
  isComplete: false,
  hidden: new Set(),
  isOfUser: false,
}

export const initialState = <Item>({ query, list, total }: FirstPage<Item>): PagedListState<Item> => ({
  ...emptyState,
  query,
  items: list,
  phase: 'idle',
  isComplete: list.length >= total,
})

interface Page<Item> {
  list: readonly Item[]
  query: string
  keyOf: (item: Item) => string
  isLast: boolean
  isOfUser: boolean
}

/** The list with the items of one more page. */
export function withPage<Item>(
  before: PagedListState<Item>,
  { list, query, keyOf, isLast, isOfUser }: Page<Item>,
): PagedListState<Item> {
  const known = new Set(before.items.map(keyOf))
  const added = list.filter((item) => !known.has(keyOf(item)))
  // A page without new items would be requested forever.
  const isComplete = isLast || added.length === 0
  return {
    ...before,
    query,
    items: [...before.items, ...added],
    phase: 'idle',
    failedQuery: null,
    isComplete,
    isOfUser: before.isOfUser || isOfUser,
  }
}

/** The list after a change made here. */
export const withItems = <Item>(
  before: PagedListState<Item>,
  items: readonly Item[],
  isOfUser: boolean,
): PagedListState<Item> => ({ ...before, items, isOfUser: before.isOfUser || isOfUser })

/** The list for another viewer, who must not see what the user before saw or wrote. */
export const withoutItemsOfUser = <Item>(before: PagedListState<Item>): PagedListState<Item> =>
  before.isOfUser ? emptyState : before
