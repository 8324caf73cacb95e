import type { Audience, PartnerProduct } from '@yunmu/contract'
import type { DomainModule } from '../../platform/domain-module.ts'
import type { Platform } from '../../platform/platform.ts'
import { nowSec } from '../../platform/process/clock.ts'
import { createKeyedHash } from '../../platform/process/keyed-hash.ts'
import { mountCommonCooperate, mountCooperateCaptcha } from './calls/common-cooperate.ts'
import { mountPartnerProduct, mountPartnerProducts } from './calls/partner-products.ts'
import { createCooperationStore, type Cooperation } from './cooperation-store.ts'
import { partnersChanged } from './partners-events.ts'
import type { PartnersNeeds, PartnersParts } from './partners-needs.ts'
import {
  cooperationLines,
  cooperationMail,
  productRefusal,
  type ProductInput,
  type ProductRefusal,
} from './partners-rules.ts'
import type { PartnersTables } from './partners-tables.ts'
import { createProductStore } from './product-store.ts'

/** The pages for advertisers: products, which the operator edits, and requests to book. */
export interface Partners {
  products(): Promise<PartnerProduct[]>
  /** Returns the id, or why the product is invalid. */
  addProduct(product: ProductInput): Promise<number | ProductRefusal>
  /** Changes the given fields. Returns false if there is no such product, or why it is invalid. */
  changeProduct(id: number, fields: Partial<ProductInput>): Promise<boolean | ProductRefusal>
  /** Puts a product at a place, from 1; false if there is no such product. */
  moveProduct(id: number, place: number): Promise<boolean>
  removeProduct(id: number): Promise<boolean>
  audience(): Promise<Audience>
  /** Without a source there are no figures. */
  setAudience(audience: Audience): Promise<void>
  /** Newest first. */
  cooperations(limit: number, of?: { isWaiting: boolean }): Promise<Cooperation[]>
  /** Marks a request as answered. False if there is none with the number. */
  answerCooperation(no: string): Promise<boolean>
  readonly module: DomainModule
}

type PartnersPlatform = Pick<Platform, 'db' | 'events' | 'clock' | 'secrets' | 'log'>

export function createPartners({ db, events, clock, secrets, log }: PartnersPlatform, needs: PartnersNeeds): Partners {
  const tables = db.withTables<PartnersTables>()
  const [products, cooperations] = [createProductStore(tables), createCooperationStore(tables)]
  const parts: PartnersParts = {
    ...needs,
    products,
    cooperations,
    hash: createKeyedHash(secrets.tokenKey),
    async mail(request) {
      try {
        const to = await needs.operatorEmail()
        if (to === '') return
        await needs.mailer.send(cooperationMail(to, request))
        await cooperations.markMailed(request.id, nowSec(clock))
      } catch (err) {
        log.error({ err }, 'a request to book could not be mailed; it is tried again')
      }
    },
  }
  const announce = <Result>(result: Result): Result => {
    events.announce(partnersChanged, {})
    return result
  }
  return {
    products: products.list,
    async addProduct(product) {
      return productRefusal(product) ?? announce(await products.add(product))
    },
    async changeProduct(id, fields) {
      const product = (await products.list()).find((one) => one.id === id)
      if (!product) return false
      return productRefusal({ ...product, ...fields }) ?? announce(await products.change(id, fields))
    },
    moveProduct: async (id, place) => announce(await products.move(id, place)),
    removeProduct: async (id) => announce(await products.remove(id)),
    audience: products.audience,
    setAudience: async (audience) => announce(await products.setAudience(audience)),
    cooperations: cooperations.list,
    answerCooperation: (no) => cooperations.markAnswered(no, nowSec(clock)),
    module: {
      name: 'partners',
      calls(registry) {
        mountCommonCooperate(registry, parts)
        mountCooperateCaptcha(registry, parts)
        mountPartnerProduct(registry, parts)
        mountPartnerProducts(registry, parts)
      },
      schedules: [
        {
          // Requests that came before there was an address, or whose mail could not be stored.
          name: 'partners.mail',
          everyMinutes: 10,
          async run() {
            for (const request of await cooperations.unmailed()) await parts.mail(request)
          },
        },
      ],
    },
  }
}

export { cooperationLines }
export type { Cooperation, PartnersNeeds, ProductInput, ProductRefusal }
