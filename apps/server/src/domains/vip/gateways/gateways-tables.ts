import type { ConfigurableId } from './gateway-settings.ts'

/** Tables of the gateways. Times are Unix seconds. */
export type GatewaysTables = {
  payment_gateway: {
    id: ConfigurableId
    /** Takes new orders. */
    enabled: boolean
    /** Of the test bank. */
    demo: boolean
    /** Ids of payment methods. */
    methods: number[]
    sealed: Buffer
    changed_sec: number
  }
}
