import { registerHooks } from 'node:module'
import { Socket } from 'node:net'
import { openTestBank, protocols } from '@yunmu/test-bank'

/** Prints which libraries of gateways, and whether the test bank, are imported before and after the gateways that the arguments name are loaded. */
const libraries = new Set(['@yunmu/test-bank', 'alipay-sdk', 'stripe', 'wechatpay-axios-plugin'])
const imported = new Set<string>()
registerHooks({
  resolve(specifier, context, next) {
    if (libraries.has(specifier)) imported.add(specifier)
    return next(specifier, context)
  },
})
const { destroy } = Socket.prototype
const { createEgress } = await import('../../../platform/egress/egress.ts')
await import('./gateways.ts')
await import('../../../station.ts')
const before = [...imported]
const { gatewayOf } = await import('./bank.fixture.ts')
// By the fixture.
imported.delete('@yunmu/test-bank')
const bank = await openTestBank()
const egress = createEgress({ allow: [bank.destination] })
for (const id of protocols.filter((each) => process.argv.includes(each)))
  await gatewayOf(id, bank.settings[id], egress, bank.destination)
await egress.close()
await bank.close()
const isSocketKept = Socket.prototype.destroy === destroy
process.stdout.write(JSON.stringify({ before, after: [...imported], isSocketKept }), () => process.exit(0))
