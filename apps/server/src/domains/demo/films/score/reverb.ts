/**
 * A room after Schroeder: eight combs side by side, four all-passes one after the other, a little different for each
 * ear. Lengths in samples at 48 kHz, without common factors.
 */
const combs = [1423, 1553, 1627, 1783, 1901, 2053, 2143, 2281]
const allPasses = [557, 443, 349, 229]
const spread = 31
const feedback = 0.885
/** How much darker each round is. */
const damping = 0.34

/** What a sound leaves in the room, for one ear. */
function roomOf(send: Float32Array, offset: number): Float32Array {
  const wet = new Float32Array(send.length)
  for (const length of combs) {
    const line = new Float32Array(length + offset)
    let place = 0
    let dark = 0
    for (let at = 0; at < send.length; at++) {
      const out = line[place] ?? 0
      dark = out * (1 - damping) + dark * damping
      line[place] = (send[at] ?? 0) + dark * feedback
      wet[at] = (wet[at] ?? 0) + out
      place = place + 1 === line.length ? 0 : place + 1
    }
  }
  for (const length of allPasses) {
    const line = new Float32Array(length + offset)
    let place = 0
    for (let at = 0; at < wet.length; at++) {
      const held = line[place] ?? 0
      const value = wet[at] ?? 0
      line[place] = value + held * 0.5
      wet[at] = held - value * 0.5
      place = place + 1 === line.length ? 0 : place + 1
    }
  }
  return wet
}

/** Adds the room to both channels. */
export function addRoom(bus: { left: Float32Array; right: Float32Array; send: Float32Array }, strength: number): void {
  for (const [channel, offset] of [
    [bus.left, 0],
    [bus.right, spread],
  ] as const) {
    const wet = roomOf(bus.send, offset)
    for (let at = 0; at < channel.length; at++) channel[at] = (channel[at] ?? 0) + (wet[at] ?? 0) * strength
  }
}
