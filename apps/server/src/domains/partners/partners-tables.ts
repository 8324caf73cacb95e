import type { CooperationBudget, PartnerProduct } from '@yunmu/contract'
import type { ColumnType, Generated } from 'kysely'

/** Tables that only this domain reads and writes. */
export type PartnersTables = {
  partner_product: {
    id: Generated<number>
    position: number
    kind: PartnerProduct['kind']
    name: string
    line: string
    facts: ColumnType<PartnerProduct['facts'], string, string>
    intro: Generated<string>
  }
  partner_figure: { position: number; name: string; value: string; unit: string }
  partner_audience: { id: Generated<number>; source: string }
  cooperation: {
    id: Generated<number>
    no: string
    products: string[]
    company: string
    contact: string
    phone: string
    email: string
    from_day: string
    to_day: string
    budget: CooperationBudget
    message: string
    /** Keyed hash of the subscriber's address. */
    sender: string
    created_at: number
    mailed_at: number | null
    /** When the operator marked it as answered. */
    answered_at: number | null
  }
}
