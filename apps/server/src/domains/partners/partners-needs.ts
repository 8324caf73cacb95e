import type { KeyedHash } from '../../platform/process/keyed-hash.ts'
import type { Cooperation, CooperationStore } from './cooperation-store.ts'
import type { ProductStore } from './product-store.ts'

/** What this domain needs from outside. */
export interface PartnersNeeds {
  captcha: {
    create(address: string): Promise<{ captchaId: string; picPath: string }>
    check(id: string, answer: string, address: string): Promise<boolean>
  }
  mailer: { send(mail: { to: string; subject: string; text: string }): Promise<void> }
  /** Where the operator is written to; empty if no address is set. */
  operatorEmail(): Promise<string>
}

/** Dependencies of this domain's calls. */
export interface PartnersParts extends PartnersNeeds {
  products: ProductStore
  cooperations: CooperationStore
  hash: KeyedHash
  /** Mails a request to the operator, if there is an address. If that fails, a schedule does it: the request is stored. */
  mail(request: Cooperation): Promise<void>
}
