import type { Bus } from '../platform/events/events.ts'

/** The bus of a single process. */
export const localBus: Bus = { publish: () => {}, flush: async () => true, subscribe: () => {} }
