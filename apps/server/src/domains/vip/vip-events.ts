import * as z from 'zod/mini'
import { defineEvent } from '../../platform/events/events.ts'

/** The memberships of these users changed, or ended by time. */
export const membershipsChanged = defineEvent('vip.membershipsChanged', z.object({ userIds: z.array(z.int()) }))

/** An order changed its state. */
export const orderChanged = defineEvent('vip.orderChanged', z.object({ userId: z.int(), no: z.string() }))

/** What is sold changed: plans, or the payment methods. */
export const offerChanged = defineEvent('vip.offerChanged', z.object({}))
