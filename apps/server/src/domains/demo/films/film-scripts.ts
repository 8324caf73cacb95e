/** The films that are made on this machine, in the order of making: the shortest first. */
export const filmScripts = [
  { name: 'harbour', durationSec: 60 },
  { name: 'summer', durationSec: 66 },
  { name: 'snow', durationSec: 72 },
  { name: 'city', durationSec: 76 },
  { name: 'deep', durationSec: 70 },
  { name: 'orbit', durationSec: 80 },
] as const
