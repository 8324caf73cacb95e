/** The origin of a request: `address` is one subscriber, `network` the block of addresses around it. */
export interface Requester {
  readonly address: string
  readonly network: string
}

export interface FairQueueBounds {
  maxWaiting: number
  maxWaitingPerNetwork: number
  maxWaitingPerAddress: number
}

/** `evicted` was removed in favour of the added item. */
export type AddedItem<Item> = { isAdded: true; evicted: Item | null } | { isAdded: false }

/**
 * A bounded queue that serves networks round-robin, within a network its addresses round-robin, and the items of one
 * address first in, first out. Between two items of one network every other waiting network is served once, and between
 * two items of one address every other waiting address of its network.
 */
export interface FairQueue<Item extends Requester> {
  readonly size: number
  /**
   * If the queue, or the share of the item's network, is full, the newest item of the address that holds the most is
   * evicted, provided that it holds at least two more than the newcomer's. Otherwise the newcomer is not added.
   */
  add(item: Item): AddedItem<Item>
  /** False if the item is not waiting. */
  remove(item: Item): boolean
  /** Removes and returns the next item. */
  take(): Item | undefined
}

/** Items by address. The order of the keys is the order of service. */
type NetworkQueue<Item> = Map<string, Set<Item>>

export function createFairQueue<Item extends Requester>(bounds: FairQueueBounds): FairQueue<Item> {
  const networks = new Map<string, NetworkQueue<Item>>()
  let size = 0

  const itemsOf = ({ network, address }: Requester): Set<Item> | undefined => networks.get(network)?.get(address)

  const remove = (item: Item): boolean => {
    const network = networks.get(item.network)
    const items = network?.get(item.address)
    if (!network || !items?.delete(item)) return false
    if (items.size === 0) network.delete(item.address)
    if (network.size === 0) networks.delete(item.network)
    size--
    return true
  }

  /** The item to evict for a newcomer; null if the newcomer fits, `none` if nobody holds more than their share. */
  const evictedFor = (item: Requester): Item | 'none' | null => {
    const own = networks.get(item.network)
    const ownSize = own ? waitingIn(own) : 0
    if (ownSize >= bounds.maxWaitingPerNetwork && own) return newestOfLargest(own, itemsOf(item)?.size ?? 0)
    if (size < bounds.maxWaiting) return null
    const [largest, largestSize] = largestOf(networks.values(), waitingIn)
    if (largest && largestSize > ownSize + 1) return newestOfLargest(largest, -1)
    return own ? newestOfLargest(own, itemsOf(item)?.size ?? 0) : 'none'
  }

  return {
    get size() {
      return size
    },
    remove,
    add(item) {
      if ((itemsOf(item)?.size ?? 0) >= bounds.maxWaitingPerAddress) return { isAdded: false }
      const evicted = evictedFor(item)
      if (evicted === 'none') return { isAdded: false }
      if (evicted) remove(evicted)
      const network = networks.get(item.network) ?? new Map<string, Set<Item>>()
      const items = network.get(item.address) ?? new Set<Item>()
      networks.set(item.network, network.set(item.address, items.add(item)))
      size++
      return { isAdded: true, evicted }
    },
    take() {
      for (const [networkKey, network] of networks) {
        for (const [addressKey, items] of network) {
          for (const item of items) {
            // Deleting and setting a key again moves it to the end of the map.
            network.delete(addressKey)
            network.set(addressKey, items)
            networks.delete(networkKey)
            networks.set(networkKey, network)
            remove(item)
            return item
          }
        }
      }
      return undefined
    },
  }
}

const waitingIn = <Item>(network: NetworkQueue<Item>): number =>
  [...network.values()].reduce((sum, items) => sum + items.size, 0)

/** The newest item of the address with the most, if it holds at least two more than `ownSize`. */
function newestOfLargest<Item>(network: NetworkQueue<Item>, ownSize: number): Item | 'none' {
  const [largest, largestSize] = largestOf(network.values(), (items) => items.size)
  return (largestSize > ownSize + 1 ? [...(largest ?? [])].at(-1) : undefined) ?? 'none'
}

function largestOf<Group>(groups: Iterable<Group>, sizeOf: (group: Group) => number): [Group | undefined, number] {
  let largest: Group | undefined
  let largestSize = 0
  for (const group of groups) {
    const groupSize = sizeOf(group)
    if (groupSize <= largestSize) continue
    largest = group
    largestSize = groupSize
  }
  return [largest, largestSize]
}
