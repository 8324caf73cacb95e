import type { LegalKind } from '@yunmu/contract'

/** Tables that only this domain reads and writes. */
export type LegalTables = {
  /** The operator's texts in Markdown. Versions only ever follow each other; the highest is in force. */
  legal_text: { kind: LegalKind; version: number; text: string; day: string }
  /** Who agreed to which version, in the form of `versionLabel`. */
  legal_consent: { user_id: number; kind: LegalKind; version: string; at_sec: number }
}
