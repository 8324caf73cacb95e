import type { EventKind } from '../../platform/events/events.ts'

/** The station as the default texts describe it. */
export interface StationFacts {
  name: string
  /** Where the operator is written to; empty if no address is set. */
  email: string
  /** Days in which unused time is refunded on request; 0 is never. */
  coolingOffDays: number
  /** What the operator says of taxes beside each price, or empty. */
  taxNote: string
  /** Host of the operator's statistics script; empty if there is none. */
  statisticsHost: string
}

/** What this domain needs from outside. */
export interface LegalNeeds {
  facts(): Promise<StationFacts>
  /** The event after which the facts may differ. */
  factsChanged: EventKind
  /** Shows a notice once to everybody who visits while it lasts, signed in on whatever device. */
  announce(notice: { title: string; content: string; endsAt: number }): Promise<void>
}
