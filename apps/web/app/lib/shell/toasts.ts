import { createStore } from 'zustand'

export interface Toast {
  text: string
  kind: 'done' | 'warning'
  /** What can be done about it while it stands: 撤销 and the like. */
  action?: { label: string; run: () => void }
}

export type ShownToast = Toast & { id: number }

/** More than these cover the page: the oldest goes. */
const most = 3
const keptKey = 'notice'
let nextId = 1

export const toasts = createStore<{ list: readonly ShownToast[] }>()(() => ({ list: [] }))

/** Says something at the foot of the page for some seconds. The same sentence does not stand there twice. */
export function showToast(toast: Toast): void {
  const others = toasts.getState().list.filter(({ text }) => text !== toast.text)
  toasts.setState({ list: [...others, { ...toast, id: nextId++ }].slice(-most) })
}

export function dropToast(id: number): void {
  toasts.setState(({ list }) => ({ list: list.filter((toast) => toast.id !== id) }))
}

/** Keeps a warning for the page that this one is about to become. */
export function keepToast(text: string): void {
  try {
    sessionStorage.setItem(keptKey, text)
  } catch {
    // Without storage the next page begins in silence.
  }
}

/** Shows what the page before kept. */
export function showKeptToast(): void {
  try {
    const text = sessionStorage.getItem(keptKey)
    sessionStorage.removeItem(keptKey)
    if (text !== null) showToast({ text, kind: 'warning' })
  } catch {
    // The same.
  }
}
