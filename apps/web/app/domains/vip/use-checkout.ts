import type { PaymentMethod, VipPlan } from '@yunmu/contract'
import { useState } from 'react'
import { useStore } from 'zustand'
import { useCall } from '../../lib/calls/call-query.ts'
import type { ReplyFrom } from '../../lib/calls/calls.ts'
import { isSignedIn } from '../../lib/session/session.ts'
import { vipTexts } from '../../lib/session/vip-texts.ts'
import { openDialog } from '../../lib/shell/dialogs.ts'
import { showToast } from '../../lib/shell/toasts.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { choice, needsConfirmation, placeOrder, type Discount, type Placing } from './checkout.ts'
import { shownPrice, type Money } from './money-rules.ts'
import { saleWays, type SaleWays } from './sale-rules.ts'

export interface Checkout {
  /** Undefined while loading. */
  products: ReplyFrom<'vipProducts'> | undefined
  methods: readonly PaymentMethod[] | undefined
  /** Payments are invented. */
  isDemo: boolean
  ways: SaleWays
  /** Number of an open order that the next one replaces. */
  replaces: string | null
  isFailed: boolean
  retry: () => void
  plan: VipPlan | null
  method: PaymentMethod | null
  discount: Discount | null
  /** Whether a discount ended with another choice: its code has to be used again. */
  hasLostDiscount: boolean
  /** What is to be paid, after the discount; null without a plan, or if it is not sold in the currency of the method. */
  price: Money | null
  /** What keeps the choice from being ordered: it is not complete, or the plan is not sold in the currency of the method. */
  missing: 'plan' | 'method' | 'choice' | 'currency' | null
  isPending: boolean
  /** Asks to confirm where the method needs it, or orders. Does nothing until a plan and a method are chosen. */
  pay: (from: 'dialog' | 'page') => void
  /** Orders after the confirmation. `terms` is the version that was just agreed to. */
  order: (how: Placing) => void
}

function missingOf({ plan, method, price }: Pick<Checkout, 'plan' | 'method' | 'price'>): Checkout['missing'] {
  if (!plan) return method ? 'plan' : 'choice'
  if (!method) return 'method'
  return price ? null : 'currency'
}

/** Plans, methods, what is chosen of them, and its order. */
export function useCheckout(): Checkout {
  const texts = useTexts(vipTexts)
  const script = useScript()
  const products = useCall('vipProducts', {})
  const payments = useCall('vipPayments', {})
  const chosen = useStore(choice)
  const [isPending, setPending] = useState(false)
  const plan = products.data?.list.find(({ id }) => id === chosen.planId) ?? null
  const method = payments.data?.list.find(({ id }) => id === chosen.methodId) ?? null
  const isDemo = payments.data?.demo === true
  const ways = saleWays(payments.data?.list, isDemo)
  const shown = method ? [method.currency] : ways.currencies
  const [listed = null] = plan ? shown.flatMap((currency) => shownPrice(plan, currency) ?? []) : []
  const price = plan && (chosen.discount?.left ?? listed)
  const order = (how: Placing): void => {
    if (isPending) return
    setPending(true)
    void placeOrder(choice.getState(), script, how).finally(() => setPending(false))
  }
  return {
    products: products.data,
    methods: payments.data?.list,
    isDemo,
    ways,
    replaces: chosen.replaces,
    isFailed: (products.isError && !products.data) || (payments.isError && !payments.data),
    retry: () => {
      products.refetch()
      payments.refetch()
    },
    plan,
    method,
    discount: plan && method && chosen.discount,
    hasLostDiscount: chosen.hasLostDiscount,
    price,
    missing: missingOf({ plan, method, price }),
    isPending,
    pay(from) {
      if (!price || !method) return
      if (!isSignedIn()) {
        showToast({ text: texts.loginFirst, kind: 'warning' })
        // What was chosen stays, also where the dialog of the choice has to make room.
        void openDialog('login').then(() => {
          if (from === 'dialog' && isSignedIn()) void openDialog('vip')
        })
      } else if (needsConfirmation(method.id)) void openDialog('vip', { at: 'confirm', from })
      else order({ from })
    },
    order,
  }
}
