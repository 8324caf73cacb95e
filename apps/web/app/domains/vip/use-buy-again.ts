import type { Order } from '@yunmu/contract'
import { useCall } from '../../lib/calls/call-query.ts'
import { openDialog } from '../../lib/shell/dialogs.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { choice, choose, placeOrder } from './checkout.ts'
import { isSameOffer, isUnpaid, samePlan } from './order-rules.ts'

/** Opens the choice with the plan of an order chosen, if it is still sold. */
export function useBuyAgain(): (order: Pick<Order, 'no' | 'name' | 'days' | 'state'>) => void {
  const plans = useCall('vipProducts', {}).data?.list
  return (order) => {
    const plan = samePlan(plans ?? [], order)
    // Two orders that can be paid would invite to pay twice.
    choose({ ...(plan && { planId: plan.id }), replaces: isUnpaid(order) ? order.no : null })
    void openDialog('vip')
  }
}

/** Orders the same by the same method. What would not cost the same is shown in the choice first. */
export function useOrderAgain(): (order: Order) => Promise<void> {
  const script = useScript()
  const plans = useCall('vipProducts', {}).data?.list
  return async (order) => {
    const plan = samePlan(plans ?? [], order)
    choose({ planId: plan?.id ?? null, methodId: order.type, replaces: null })
    if (plan && isSameOffer(plan, order)) await placeOrder(choice.getState(), script, { from: 'dialog' })
    else void openDialog('vip')
  }
}
