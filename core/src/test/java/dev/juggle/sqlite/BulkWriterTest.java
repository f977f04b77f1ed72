// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BulkWriterTest {
    private static final Workload.Cuts WHOLE = new Workload.Cuts(8 << 20, 1000, 1);

    @TempDir
    Path folder;

    private Path write(String name, Workload workload, int pageBytes, Workload.Cuts cuts) throws IOException {
        Path file = folder.resolve(name);
        workload.play(new BulkWriter(file, pageBytes, 4 << 20), cuts);
        return file;
    }

    private static int pageBytes(Random random) {
        return 512 << random.nextInt(8);
    }

    @Test
    void randomWorkloadsComeBackWhole() throws Exception {
        for (int i = 0; i < 200; i++) {
            long seed = System.nanoTime();
            Random random = new Random(seed);
            int pageBytes = pageBytes(random);
            String context = "seed " + seed + ", pages of " + pageBytes;
            System.err.println("BulkWriterTest " + context);
            Workload workload = Workload.random(random, new Workload.Size(12, 6, 40, 400, 9000));
            Path file = write("r.db", workload, pageBytes, WHOLE);
            DatabaseChecks.check(file, workload, context);
            Files.delete(file);
        }
    }

    @Test
    void bytesDoNotDependOnCommitsAndCuts() throws Exception {
        for (int i = 0; i < 100; i++) {
            long seed = System.nanoTime();
            Random random = new Random(seed);
            int pageBytes = 512 << random.nextInt(3);
            String context = "seed " + seed + ", pages of " + pageBytes;
            System.err.println("BulkWriterTest cuts " + context);
            Workload workload = Workload.random(random, new Workload.Size(12, 6, 12, 900, 300));
            byte[] whole = Files.readAllBytes(write("w" + i + ".db", workload, pageBytes, WHOLE));
            byte[] cut =
                    Files.readAllBytes(write("c" + i + ".db", workload, pageBytes, new Workload.Cuts(20 << 10, 1, 3)));
            byte[] other =
                    Files.readAllBytes(write("o" + i + ".db", workload, pageBytes, new Workload.Cuts(40 << 10, 5, 2)));
            assertArrayEquals(whole, cut, context);
            assertArrayEquals(whole, other, context);
        }
    }
}
