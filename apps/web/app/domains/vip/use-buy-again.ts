import type { Order } from '@yunmu/contract'
import { useCall } from '../../lib/calls/call-query.ts'
import { openDialog } from '../../lib/shell/dialogs.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { choice, choose, placeOrder } from './checkout.ts'
import { isSameOffer, samePlan } from './order-rules.ts'

/** Opens the choice with the plan of an order chosen, if it is still sold. */
export function useBuyAgain(): (order: Pick<Order, 'name' | 'days'>) => void {
  const plans = useCall('vipProducts', {}).data?.list
  return (order) => {
    const plan = samePlan(plans ?? [], order)
    if (plan) choose({ planId: plan.id })
    void openDialog('vip')
  }
}

/** Orders the same by the same method. What would not cost the same is shown in the choice first. */
export function useOrderAgain(): (order: Order) => Promise<void> {
  const script = useScript()
  const plans = useCall('vipProducts', {}).data?.list
  return async (order) => {
    const plan = samePlan(plans ?? [], order)
    choose({ planId: plan?.id ?? null, methodId: order.type })
    if (plan && isSameOffer(plan, order)) await placeOrder(choice.getState(), script, { from: 'dialog' })
    else void openDialog('vip')
  }
}
