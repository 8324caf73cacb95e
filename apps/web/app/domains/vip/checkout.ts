import type { Order, Script } from '@yunmu/contract'
import { paymentMethod } from '@yunmu/contract/constants'
import { createStore } from 'zustand'
import { serverNowSec } from '../../lib/boot/boot.ts'
import { RefusedError } from '../../lib/calls/call-errors.ts'
import { callOnce, showFailure } from '../../lib/calls/call-query.ts'
import { closeDialog, openDialog } from '../../lib/shell/dialogs.ts'
import type { Money } from './money-rules.ts'
import { vipDomainTexts } from './vip-domain-texts.ts'
import { isPaid, paymentStepOf } from './order-rules.ts'
import { showToast } from '../../lib/shell/toasts.ts'
import { readUser } from '../../lib/session/session.ts'

/** A discount code that was accepted: what it takes off, and what is left to pay. */
export interface Discount {
  code: string
  off: Money
  left: Money
}

/** What is chosen, by the dialog and by `/vip` together. */
export interface Choice {
  planId: number | null
  methodId: number | null
  discount: Discount | null
  /** Whether a discount ended with another choice: its code has to be used again. */
  hasLostDiscount: boolean
  /** Number of an open order for which another payment method was asked: the next order replaces it. */
  replaces: string | null
}

const noChoice: Choice = { planId: null, methodId: null, discount: null, hasLostDiscount: false, replaces: null }

export const choice = createStore<Choice>()(() => noChoice)

/** Changes the choice. A code is accepted for one plan and method, so that its discount ends with either of them. */
export const choose = (change: Partial<Choice>): void =>
  choice.setState(({ discount, hasLostDiscount }) => ({
    discount: null,
    hasLostDiscount: hasLostDiscount || discount !== null,
    ...change,
  }))

/** The key of the next order, and the choice it belongs to: a repeated press orders once. */
let pendingKey: { of: string; key: string } | null = null

function keyOf(send: object): string {
  const of = JSON.stringify(send)
  if (pendingKey?.of !== of) pendingKey = { of, key: crypto.randomUUID() }
  return pendingKey.key
}

const webAddress = /^https?:\/\//

/** Opens a gateway's page in another tab. Browsers may refuse; the dialog has a link to it as well. */
export function openPaymentPage(url: string): void {
  if (!webAddress.test(url)) return
  const tab = window.open(url, '_blank')
  if (tab) tab.opener = null
}

/** Whether the order is paid in this dialog, by a code or picture, instead of on a gateway's page. */
export const isPaidHere = ({ payment }: Pick<Order, 'payment'>): boolean =>
  payment !== null && (payment.qr !== '' || payment.img !== '' || payment.url === '')

/** Leads to the payment of an order, or to the thanks for it. */
export function goToPayment(order: Order): void {
  const step = paymentStepOf(order, serverNowSec())
  if (step === 'thank') return void openDialog('vip', { at: 'paid', order })
  if (step === 'pay' && order.payment && !isPaidHere(order)) {
    const { url } = order.payment
    if (!needsConfirmation(order.type)) {
      closeDialog()
      if (webAddress.test(url)) location.assign(url)
      return
    }
    openPaymentPage(url)
  }
  void openDialog('vip', { at: 'pay', order })
}

/** Whether a method is confirmed before the order is made. */
export const needsConfirmation = (methodId: number): boolean =>
  paymentMethod.confirmFirst.some((known) => known === methodId)

/** Where an order is placed, and the version of the terms that was just agreed to, if it was. */
export interface Placing {
  from: 'dialog' | 'page'
  terms?: string | undefined
}

/** Closes an order before another takes its place. False if it was paid meanwhile: then there is nothing to order. */
async function closeReplaced(no: string, script: Script): Promise<boolean> {
  try {
    await callOnce('userOrderClose', { no }, script)
  } catch (err) {
    if (!(err instanceof RefusedError)) throw err
    const { order } = await callOnce('userOrder', { no }, script)
    if (isPaid(order)) {
      choice.setState({ replaces: null })
      showToast({ text: vipDomainTexts[script].replacedIsPaid, kind: 'done' })
      goToPayment(order)
      return false
    }
  }
  choice.setState({ replaces: null })
  return true
}

/**
 * Orders what is chosen and leads to its payment. The user is told why it failed. Who has not agreed to the terms in force is
 * asked to first.
 */
export async function placeOrder(
  { planId, methodId, discount, replaces }: Choice,
  script: Script,
  { from, terms }: Placing,
): Promise<void> {
  const user = readUser()
  if (planId === null || methodId === null || !user) return
  const send = { productId: planId, type: methodId, userId: user.userId, ...(discount && { code: discount.code }) }
  const orderByKey = () => callOnce('userUpgrade', { ...send, key: keyOf(send), ...(terms && { terms }) }, script)
  try {
    if (replaces !== null && !(await closeReplaced(replaces, script))) return
    let { order } = await orderByKey()
    // The key is kept after a reply that did not arrive. The order that it made may have ended meanwhile.
    if (paymentStepOf(order, serverNowSec()) === 'ended') {
      pendingKey = null
      ;({ order } = await orderByKey())
    }
    pendingKey = null
    choice.setState({ discount: null, hasLostDiscount: false })
    goToPayment(order)
  } catch (err) {
    if (err instanceof RefusedError && err.refusal === 'TermsNotAccepted' && terms === undefined)
      void openDialog('vip', { at: 'agree', from })
    else showFailure(err)
  }
}
