import type { Order } from '@yunmu/contract'
import { useCall } from '../../lib/calls/call-query.ts'
import { openDialog } from '../../lib/shell/dialogs.ts'
import { choose } from './checkout.ts'

/** Opens the choice with the plan of an order chosen, if it is still sold. */
export function useBuyAgain(): (order: Pick<Order, 'name' | 'days'>) => void {
  const plans = useCall('vipProducts', {}).data?.list
  return ({ name, days }) => {
    const plan = plans?.find((one) => one.days === days && one.name === name) ?? plans?.find((one) => one.days === days)
    if (plan) choose({ planId: plan.id })
    void openDialog('vip')
  }
}
