import { legalDocument, type LegalKind } from '@yunmu/contract'
import type { EventKind } from '../../../platform/events/events.ts'
import { knowsLifetime } from '../../../platform/caching/collect-dependencies.ts'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { legalChanged } from '../legal-events.ts'
import type { LegalText } from '../index.ts'
import { parseMarkdown } from '../markdown-rules.ts'

/** @param factsChanged the event after which default texts may differ */
export function mountLegalDocument(
  registry: CallRegistry,
  current: (kind: LegalKind) => Promise<LegalText>,
  factsChanged: EventKind,
): void {
  mountCall(
    registry,
    legalDocument,
    async ({ send }) => {
      knowsLifetime()
      const { kind, version, isDefault, day, text } = await current(send.kind)
      return { kind, version, isDefault, day, blocks: parseMarkdown(text) }
    },
    { cachedUntil: [legalChanged, factsChanged] },
  )
}
