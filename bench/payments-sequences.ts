import { openTestBank, protocols } from '@yunmu/test-bank'
import { buildApp } from '../apps/server/src/app.ts'
import { runSequences } from '../apps/server/src/domains/vip/sequences/run-sequences.fixture.ts'
import { drawBatches, type SequenceGateway } from '../apps/server/src/domains/vip/sequences/steps.fixture.ts'
import { gate } from './lib/gate.ts'
import { report, round } from './lib/report.ts'
import { openScratchStation } from './lib/scratch-station.ts'

/**
 * Random sequences of what payers, the test bank, the operator and the network do, at each gateway, through breaks of all
 * connections to the database: days that were given and not paid, paid and not given, orders that are stuck.
 * `node bench/payments-sequences.ts [number] [gateway…]`; `SEED` chooses other sequences. A thousand at a gateway take about
 * two minutes of a core.
 */
const [countText = '10000', ...chosen] = process.argv.slice(2)
const count = Number(countText)
const seed = Number(process.env.SEED ?? 1)
const gateways: readonly SequenceGateway[] = [...protocols, 'transfer']
const shownFaults = 5
const progressEvery = 500

let setMs = Date.now()
const clock = { nowMs: () => setMs, set: (ms: number) => void (setMs = ms) }
const origin = 'https://station.example'
const bank = await openTestBank({ nowMs: clock.nowMs, stripeNotifyUrl: `${origin}/pay/notify/stripe` })
const { platform, station, close } = await openScratchStation(
  { EGRESS_ALLOW: bank.destination, SITE_URL: origin, LOG_LEVEL: 'fatal' },
  clock,
)
const app = await buildApp(platform, station, { lagMs: () => 0 })
try {
  for (const gateway of gateways.filter((each) => chosen.length === 0 || chosen.includes(each))) {
    const startedMs = performance.now()
    const { pool, jobs } = platform
    const at = { station, app, pool, clock, jobs, bank, gateway }
    let shown = 0
    const figures = await runSequences(at, drawBatches(count, seed), ({ sequences, faults }) => {
      for (const fault of faults.slice(shown, shownFaults)) console.log(fault)
      shown = faults.length
      if (sequences % progressEvery === 0) console.log(`${gateway}: ${sequences}, ${faults.length} with faults`)
    })
    const sec = round((performance.now() - startedMs) / 1000, 0)
    report('payments-sequences', { gateway, seed, ...figures, faults: figures.faults.length, sec })
    gate(
      'every sequence ends right',
      figures.faults.length === 0,
      `${figures.faults.length} of ${figures.sequences} do not`,
    )
  }
} finally {
  await app.close()
  await close()
  await bank.close()
}
