import type { Message, TextKind } from '@yunmu/contract'
import { createStore } from 'zustand'

/** A one-time ticket of a login at another site: see the contract's third-party calls. */
export interface Ticket {
  authType: string
  accessToken: string
  accessSecret: string
  /** The name that the other site knows. */
  name: string
}

export interface Question {
  title: string
  text: string
  /** What is done on a yes, in a word or two. */
  yes: string
  answer: (yes: boolean) => void
}

/** What somebody wrote in the open, as moderation names it. */
export interface OpenText {
  kind: TextKind
  /** A digit string. */
  id: string
}

/** A dialog by name and what it begins with. */
export type DialogRequest =
  | [name: 'login', filled?: { username: string; password: string }]
  | [name: 'register']
  | [name: 'forgot']
  | [name: 'thirdBind', ticket: Ticket, own?: 'own']
  | [name: 'thirdRegister', ticket: Ticket]
  | [name: 'password']
  | [name: 'vip']
  | [name: 'message', message: Message]
  | [name: 'block', text: OpenText & { author: string }]
  | [name: 'report', text: OpenText & { words: string }]
  | [name: 'confirm', question: Question]

interface Dialogs {
  /** The one dialog that is open. */
  request: DialogRequest | null
  /** What had the focus before it opened. */
  opener: Element | null
}

export const dialogs = createStore<Dialogs>()(() => ({ request: null, opener: null }))

/** Opens a dialog, in the place of another that is open. Resolves when it is closed. */
export function openDialog(...request: DialogRequest): Promise<void> {
  const { request: open, opener } = dialogs.getState()
  // A picture in full screen would hide it.
  if (document.fullscreenElement) void document.exitFullscreen()
  dialogs.setState({ request, opener: open ? opener : document.activeElement })
  return new Promise((resolve) => {
    const stop = dialogs.subscribe(({ request: now }) => {
      if (now !== null) return
      stop()
      resolve()
    })
  })
}

export const closeDialog = (): void => dialogs.setState({ request: null })

/** Asks once before something that cannot be taken back. Resolves to whether it may be done. */
export function askFirst(question: Omit<Question, 'answer'>): Promise<boolean> {
  let isYes = false
  const answer = (yes: boolean): void => {
    isYes = yes
    closeDialog()
  }
  return openDialog('confirm', { ...question, answer }).then(() => isYes)
}
