/** Ids of the parts that the head of the page links to. */
export const plansId = 'plans'
export const cinemaId = 'cinema'
export const membersId = 'members'
