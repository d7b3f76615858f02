/** The contacts whose terms are updated at the end of the work that writes them. */
export class Postponed {
  private readonly contacts: number[] = [];
  private readonly agents = new Set<number>();

  add(contactIds: readonly number[]): void {
    for (const id of contactIds) this.contacts.push(id);
  }

  /** The agents that no earlier call has named. */
  newAgents(agentIds: readonly (number | null)[]): number[] {
    const added: number[] = [];
    for (const id of agentIds)
      if (id !== null && !this.agents.has(id)) {
        this.agents.add(id);
        added.push(id);
      }
    return added;
  }

  /** Each contact once, sorted, in 4 bytes per contact. */
  all(): Int32Array {
    const sorted = Int32Array.from(this.contacts).sort();
    return sorted.filter((id, at) => at === 0 || sorted[at - 1] !== id);
  }
}
