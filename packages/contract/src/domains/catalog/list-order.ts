import * as z from 'zod/mini'
import { orderSegment } from '../../core/fields.ts'

/** Sort orders, as in addresses. */
export const ListOrder = z.enum(['最新', '最热', '评分'])
export type ListOrder = z.output<typeof ListOrder>

export const listOrderSegment = orderSegment(ListOrder, '最新')
