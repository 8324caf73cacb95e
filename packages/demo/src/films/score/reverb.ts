/**
 * A Schroeder reverberator: eight parallel comb filters, then four all-pass filters in series. Lengths are in samples at
 * 48 kHz and have no common factors.
 */
const combs = [1423, 1553, 1627, 1783, 1901, 2053, 2143, 2281]
const allPasses = [557, 443, 349, 229]
/** Additional length of the right channel's filters, which makes the reverb stereo. */
const spread = 31
const feedback = 0.885
/** Low-pass weight in the feedback loop: each repetition is darker. */
const damping = 0.34

/** The reverberation of the send signal for one channel. */
function reverbOf(send: Float32Array, offset: number): Float32Array {
  const wet = new Float32Array(send.length)
  for (const length of combs) {
    const line = new Float32Array(length + offset)
    let position = 0
    let damped = 0
    for (let at = 0; at < send.length; at++) {
      const out = line[position] ?? 0
      damped = out * (1 - damping) + damped * damping
      line[position] = (send[at] ?? 0) + damped * feedback
      wet[at] = (wet[at] ?? 0) + out
      position = position + 1 === line.length ? 0 : position + 1
    }
  }
  for (const length of allPasses) {
    const line = new Float32Array(length + offset)
    let position = 0
    for (let at = 0; at < wet.length; at++) {
      const delayed = line[position] ?? 0
      const value = wet[at] ?? 0
      line[position] = value + delayed * 0.5
      wet[at] = delayed - value * 0.5
      position = position + 1 === line.length ? 0 : position + 1
    }
  }
  return wet
}

/** Adds the reverberation of `bus.send` to both channels. */
export function addReverb(bus: { left: Float32Array; right: Float32Array; send: Float32Array }, level: number): void {
  for (const [channel, offset] of [
    [bus.left, 0],
    [bus.right, spread],
  ] as const) {
    const wet = reverbOf(bus.send, offset)
    for (let at = 0; at < channel.length; at++) channel[at] = (channel[at] ?? 0) + (wet[at] ?? 0) * level
  }
}
