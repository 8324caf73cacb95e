import type { GatewayServices } from './gateway-http.ts'
import type { GatewaySettings } from './gateway-settings.ts'
import type { Gateway } from './gateway.ts'

/** Loads a gateway with its library, which takes memory and start-up time only where it is configured. */
export async function loadGateway(settings: GatewaySettings, services: GatewayServices): Promise<Gateway> {
  switch (settings.id) {
    case 'epay':
      return (await import('./epay.ts')).createEpay(settings, services)
    case 'alipay':
      return (await import('./alipay.ts')).createAlipay(settings, services)
    case 'wechat':
      return (await import('./wechat.ts')).createWechat(settings, services)
    case 'stripe':
      return (await import('./stripe.ts')).createStripe(settings, services)
  }
}
