import { createStore } from 'zustand'
import { readStored, writeStored } from '../../lib/storage.ts'
import { parseHistory, withSearch, type SearchHistory } from './history-rules.ts'

const storageKey = 'searchHistory'

/** The searches of this browser, the latest first. Without storage they last as long as the page. */
export const searchHistory = createStore<{ list: SearchHistory }>()(() => ({ list: [] }))

/** Takes over what this browser has stored, also from other tabs. */
export function readHistory(): void {
  const stored = readStored(storageKey)
  if (stored !== null) searchHistory.setState({ list: parseHistory(stored) })
}

function keep(list: SearchHistory): void {
  searchHistory.setState({ list })
  writeStored(storageKey, JSON.stringify(list))
}

export function rememberSearch(query: string): void {
  readHistory()
  keep(withSearch(searchHistory.getState().list, query))
}

export const clearHistory = (): void => keep([])
