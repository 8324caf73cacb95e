import { openTestBank, protocols } from '@yunmu/test-bank'
import { expect, test } from 'vitest'
import { atFileEnd } from '../../../testing/at-file-end.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { runSequences } from './run-sequences.fixture.ts'
import { drawBatches } from './steps.fixture.ts'

/** Sequences at each gateway; `bench/payments-sequences.ts` runs as many as one likes. */
const count = Number(process.env.PAYMENT_SEQUENCES ?? 50)
const seed = 15

const origin = 'https://station.example'
let nowMs = Date.now
const bank = await openTestBank({ nowMs: () => nowMs(), stripeNotifyUrl: `${origin}/pay/notify/stripe` })
atFileEnd(() => bank.close())
const t = await buildTestApp({ EGRESS_ALLOW: bank.destination, SITE_URL: origin })
nowMs = t.clock.nowMs
const { station, app, clock } = t
const { pool, jobs } = t.platform

test.each([...protocols, 'transfer' as const])(
  '[J04] whatever is ordered, paid, repeated, reordered, lost, tampered with, refunded and charged back at %s, through crashes: days given are those paid less those refunded, and no order is stuck',
  async (gateway) => {
    const figures = await runSequences({ station, app, pool, clock, jobs, bank, gateway }, drawBatches(count, seed))
    expect(figures.faults).toEqual([])
    expect(figures.payments).toBeGreaterThan(count / 5)
  },
)
