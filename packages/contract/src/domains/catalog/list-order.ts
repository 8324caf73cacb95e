import * as z from 'zod/mini'

/** The words of the order line, as addresses carry them. */
export const ListOrder = z.enum(['最新', '最热', '评分'])
export type ListOrder = z.output<typeof ListOrder>
