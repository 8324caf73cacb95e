import { createStore } from 'zustand'

export interface Toast {
  text: string
  kind: 'done' | 'warning' | 'error'
  /** Action offered while the toast is visible, such as 撤销. */
  action?: { label: string; run: () => void }
}

export type ShownToast = Toast & { id: number }

/** More toasts would cover the page: the oldest is dropped. */
const maxToasts = 3
const storageKey = 'notice'
let nextId = 1

export const toasts = createStore<{ list: readonly ShownToast[] }>()(() => ({ list: [] }))

/** Shows a toast at the bottom of the page for some seconds. A toast with the same text is replaced. */
export function showToast(toast: Toast): void {
  const others = toasts.getState().list.filter(({ text }) => text !== toast.text)
  toasts.setState({ list: [...others, { ...toast, id: nextId++ }].slice(-maxToasts) })
}

export function dismissToast(id: number): void {
  toasts.setState(({ list }) => ({ list: list.filter((toast) => toast.id !== id) }))
}

/** Stores a warning that the next page shows after a reload. */
export function storeToast(text: string): void {
  try {
    sessionStorage.setItem(storageKey, text)
  } catch {
    // Without storage the next page shows nothing.
  }
}

/** Shows the warning stored by the previous page. */
export function showStoredToast(): void {
  try {
    const text = sessionStorage.getItem(storageKey)
    sessionStorage.removeItem(storageKey)
    if (text !== null) showToast({ text, kind: 'warning' })
  } catch {}
}
