import type { Message, Order, TextKind } from '@yunmu/contract'
import { createStore } from 'zustand'
import type { ShareSubject } from './share-subject.ts'

/** One-time ticket of a login at another site; see the contract's third-party calls. */
export interface Ticket {
  authType: string
  accessToken: string
  accessSecret: string
  /** User name at the other site. */
  name: string
}

export interface Confirmation {
  title: string
  text: string
  /** Label of the confirm button. */
  confirmLabel: string
  /** Label of the other button, where 取消 would be ambiguous. */
  declineLabel?: string
  answer: (isConfirmed: boolean) => void
}

/** A public text, as moderation names it. */
export interface PublicText {
  kind: TextKind
  /** A digit string. */
  id: string
}

/**
 * Steps of the VIP dialog after the choice of plan and method. `from` says what is shown when a confirmation is declined;
 * `back` is the step to which the tips return, null for the page.
 */
export type VipStep =
  | { at: 'confirm' | 'agree'; from: 'dialog' | 'page' }
  | { at: 'pay' | 'paid'; order: Order }
  | { at: 'tips'; back: VipStep | 'choice' | null }

/** Dialog name and its initial data. */
export type DialogRequest =
  | [name: 'login', filled?: { username: string; password: string }]
  | [name: 'register']
  | [name: 'forgot']
  | [name: 'thirdBind', ticket: Ticket, own?: 'own']
  | [name: 'thirdRegister', ticket: Ticket]
  | [name: 'password']
  | [name: 'vip', step?: VipStep]
  | [name: 'message', message: Message]
  | [name: 'block', text: PublicText & { author: string }]
  | [name: 'report', text: PublicText & { words: string }]
  | [name: 'lists', titleId: number]
  | [name: 'share', subject: ShareSubject]
  | [name: 'confirm', question: Confirmation]

const signInDialogs = new Set<DialogRequest[0]>(['login', 'register', 'forgot', 'thirdBind', 'thirdRegister'])

interface Dialogs {
  /** The open dialog; at most one. */
  request: DialogRequest | null
  /** Element that had the focus before it opened. */
  opener: Element | null
}

export const dialogs = createStore<Dialogs>()(() => ({ request: null, opener: null }))

/** Opens a dialog, replacing an open one. Resolves when it is closed. */
export function openDialog(...request: DialogRequest): Promise<void> {
  const { request: open, opener } = dialogs.getState()
  // An element in full screen would hide it.
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

/** Whether a dialog is open that a visitor signs in or registers with. */
export function isSignInOpen(): boolean {
  const { request } = dialogs.getState()
  return request !== null && signInDialogs.has(request[0])
}

export const closeDialog = (): void => dialogs.setState({ request: null })

/** Asks for confirmation of an irreversible action. Resolves to whether it was confirmed. */
export function askToConfirm(confirmation: Omit<Confirmation, 'answer'>): Promise<boolean> {
  let result = false
  const answer = (isConfirmed: boolean): void => {
    result = isConfirmed
    closeDialog()
  }
  return openDialog('confirm', { ...confirmation, answer }).then(() => result)
}
