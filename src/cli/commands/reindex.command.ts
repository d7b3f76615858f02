import type { Command } from 'commander';
import { ContactIndex } from '../../modules/contacts/search/contact-index.service.js';
import { withService, type Cli } from '../service.js';

export function addReindexCommand(program: Command, cli: Cli): void {
  const { terminal } = cli;
  program
    .command('reindex')
    .description(
      'makes anew what contacts are found by: once after the migration that introduces it, and whenever in doubt',
    )
    .addHelpText(
      'after',
      `
The service may run meanwhile. A run that was stopped is started again, and goes on from there.

Example:
  $ agency reindex`,
    )
    .action(async () => {
      const contacts = await withService(cli, 'agency reindex', async (service) => {
        const index = service.get(ContactIndex);
        const done = await index.done();
        if (done > 0) terminal.say(`Goes on behind ${done} contacts, where an earlier run was stopped.`);
        const progress = terminal.progress('contacts', await index.size());
        try {
          return await index.rebuild((done) => progress.at(done));
        } finally {
          progress.end();
        }
      });
      terminal.say(`Indexed ${contacts} contacts.`);
    });
}
