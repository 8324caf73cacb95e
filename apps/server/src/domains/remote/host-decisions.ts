import type { Transaction } from 'kysely'
import * as z from 'zod/mini'
import { appendAudit, commandEntry, type UndoableAct } from '../../platform/audit/audit.ts'
import type { Clock } from '../../platform/process/clock.ts'
import { defineJob, type Jobs } from '../../platform/jobs/jobs.ts'
import type { Hosts } from './hosts.ts'
import { createHostStore, type RemoteHost } from './host-store.ts'
import { originText } from './remote-rules.ts'
import { hostModes, type HostMode, type RemoteTables } from './remote-tables.ts'

/** Stores whether the episodes of a host can be watched, after it was allowed or refused. */
export const settleHostJob = defineJob('remote.settleHost', z.object({ hostId: z.int() }))

const Decided = z.object({ hostId: z.int(), mode: z.enum(hostModes) })

export interface HostDecisions {
  /** Allows or refuses hosts, with an entry of the audit log for each that changes. Returns what to do after the commit. */
  decideIn(tx: Transaction<unknown>, found: readonly RemoteHost[], mode: HostMode): Promise<() => void>
  readonly undoable: readonly UndoableAct[]
}

/** What the operator decides about hosts. */
export function createHostDecisions({
  hosts,
  clock,
  jobs,
}: {
  hosts: Hosts
  clock: Clock
  jobs: Pick<Jobs, 'enqueue'>
}): HostDecisions {
  const act = { domain: 'remote', act: 'hosts allow' } as const
  return {
    async decideIn(tx, found, mode) {
      for (const host of found.filter((each) => each.mode !== mode)) {
        const [before, after] = [host.mode, mode].map((each) => ({ hostId: host.id, mode: each }))
        const entry = { ...act, subject: `host ${originText(host)}`, before, after, undoable: true as const }
        await appendAudit(tx, commandEntry(clock, entry))
      }
      return hosts.setModeIn(
        tx,
        found.map(({ id }) => id),
        mode,
      )
    },
    undoable: [
      {
        ...act,
        async current(tx, { after }) {
          const { hostId } = Decided.parse(after)
          const mode = await createHostStore(tx.withTables<RemoteTables>()).lockMode(hostId)
          return mode === null ? null : { hostId, mode }
        },
        async restore(tx, { before }) {
          const { hostId, mode } = Decided.parse(before)
          await jobs.enqueue(settleHostJob, { hostId }, { tx })
          return hosts.setModeIn(tx, [hostId], mode)
        },
      },
    ],
  }
}
