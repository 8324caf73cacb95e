import { createStore } from 'zustand'
import { readStored, writeStored } from '../../lib/storage.ts'
import { parseHistory, withSearch, type SearchHistory } from './history-rules.ts'

const storageKey = 'searchHistory'

/** Searches of this browser, latest first. Without storage they last as long as the page. */
export const searchHistory = createStore<{ list: SearchHistory }>()(() => ({ list: [] }))

/** Loads the stored history, including changes by other tabs. */
export function readHistory(): void {
  const stored = readStored(storageKey)
  if (stored !== null) searchHistory.setState({ list: parseHistory(stored) })
}

function storeHistory(list: SearchHistory): void {
  searchHistory.setState({ list })
  writeStored(storageKey, JSON.stringify(list))
}

export function addSearch(query: string): void {
  readHistory()
  storeHistory(withSearch(searchHistory.getState().list, query))
}

export const clearHistory = (): void => storeHistory([])
