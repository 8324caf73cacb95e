import { openTestBank } from './index.ts'

/**
 * The bank as a program: prints its address, the token for commands and the settings of the gateways as one line of JSON, and
 * ends at SIGINT or SIGTERM. `PORT`, `PUBLIC_URL` and `STRIPE_NOTIFY_URL` in the environment.
 */
const { PORT = '0', PUBLIC_URL, STRIPE_NOTIFY_URL } = process.env
const bank = await openTestBank({
  port: Number(PORT),
  ...(PUBLIC_URL === undefined ? {} : { publicUrl: PUBLIC_URL }),
  ...(STRIPE_NOTIFY_URL === undefined ? {} : { stripeNotifyUrl: STRIPE_NOTIFY_URL }),
})
const { url, destination, controlToken, settings } = bank
process.stdout.write(`${JSON.stringify({ url, destination, controlToken, settings })}\n`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void bank.close())
